# SPDX-License-Identifier: Apache-2.0
"""Lets CMake build the module of the Python package. FREEPLAY_BUILD names a build folder to use again."""

import os
import pathlib
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, ext: Extension) -> None:
        build = pathlib.Path(os.environ.get("FREEPLAY_BUILD", self.build_temp)).resolve()
        options = ["-DFREEPLAY_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}", "-DCMAKE_BUILD_TYPE=Release"]
        if not (build / "CMakeCache.txt").exists():
            options.append("-DFREEPLAY_TESTS=OFF")
        subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", *options], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "freeplay_python"], check=True)
        module = next((build / "python" / "package" / "freeplay").glob("_freeplay*.so"))
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).parent
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy2(module, target)


setup(ext_modules=[Extension("freeplay._freeplay", sources=[])], cmdclass={"build_ext": CMakeBuild})
