# SPDX-License-Identifier: Apache-2.0
"""Freeplay: machines whose joints have play.

    import freeplay as fp

    model = fp.read("model.toml")
    model["joint.guide.clearance"] = "0.2 mm"
    result = model.run()
    result["body/slider/position"]          # a NumPy array, in metres

Numbers are in SI units; texts may have units, as in a model file. Pages: docs/python.md.
"""

from ._freeplay import Diagnostic, ModelError, StepError, __version__
from .checks import in_si
from .drawing import Drawing
from .environment import Environment, Environments
from .laws import contact_law, force, friction_law
from .methods import Method, Parameter, methods
from .model import Model, read, read_text
from .results import FreeplayWarning, Result, RunError, compare, figures, open  # noqa: A004
from .simulation import Simulation
from .studies import Study, StudyResult, StudyRow, open_study, read_study

__all__ = [
    "Diagnostic",
    "Drawing",
    "Environment",
    "Environments",
    "FreeplayWarning",
    "Method",
    "Model",
    "ModelError",
    "Parameter",
    "Result",
    "RunError",
    "Simulation",
    "StepError",
    "Study",
    "StudyResult",
    "StudyRow",
    "__version__",
    "compare",
    "contact_law",
    "figures",
    "force",
    "friction_law",
    "in_si",
    "methods",
    "open",
    "open_study",
    "read",
    "read_study",
    "read_text",
]
