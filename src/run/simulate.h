// SPDX-License-Identifier: Apache-2.0
// Runs, for the inside of the engine, which knows the steppers.
#pragma once

#include "freeplay/run.h"
#include "stepping/steppers/stepper.h"
