// SPDX-License-Identifier: Apache-2.0
// Numbers that decide by size what is dependent, at rest, touching or over. All are parts of something and have
// no unit. Each line says what it decides, then of what it is a part and where it comes from:
//   rounding  derived: hundreds to thousands of roundings (2e-16) of that size. Ten times more or less changes
//             nothing but ties
//   derived   follows from another number
//   trial     found by trying on the examples and the tests; nothing says that it is the best
// Numbers that steer one iteration, or belong to one formula, stand where they are used.
#pragma once

namespace freeplay {

// ------------------------------------------------------------------------------- ranks
// A row of D that follows from others is redundant for all parts of the program or for none. Rows have unit
// length in the norm of M⁻¹; a pivot of D M⁻¹ Dᵀ is the square of what is left of a row.

/// Less is left of a row that follows from others. Row's length; trial.
inline constexpr double kDependentRow = 1e-6;
/// The same as a pivot. Square of the row's length; derived: kDependentRow².
inline constexpr double kDependentPivot = 1e-12;
/// The same of a row that followed from others at the first position, and of which drift of positions leaves
/// something: off the joints by 1e-4 of the machine's size they leave as much of it. Row's length; trial.
inline constexpr double kRedundantRow = 1e-3;
/// The same as a pivot. Square of the row's length; derived: kRedundantRow².
inline constexpr double kRedundantPivot = 1e-6;
/// Pivot of a contact problem whose modes are known. Largest pivot; rounding.
inline constexpr double kDependentEquation = 1e-13;
/// Pivot of friction that holds, and of other equations whose coefficients are differences. Largest pivot;
/// rounding, of coefficients that have lost two digits.
inline constexpr double kDependentDifference = 1e-11;

// ------------------------------------------------------------------------------- events of rigid contacts

/// A located impact is this close. Contact's length; trial.
inline constexpr double kGapTolerance = 1e-10;
/// Contacts this close take part in the same impact. Contact's length; trial.
inline constexpr double kSimultaneous = 1e-6;
/// A rate that is none. Fastest contact's γ; rounding.
inline constexpr double kRateTolerance = 1e-12;
/// A located rest of slip. Slip before; trial.
inline constexpr double kSlipTolerance = 1e-10;
/// Slip that is at rest in space, where it turns as it dies out. Slip before; trial.
inline constexpr double kSpatialRest = 1e-8;
/// A located end of a branch of a gap. What was left of the branch before; rounding.
inline constexpr double kSwitchTolerance = 1e-12;
/// A located end of pressing. Force before; trial.
inline constexpr double kForceTolerance = 1e-6;
/// Flights that are not followed. Machine's length; rounding.
inline constexpr double kFlightTolerance = 1e-14;
/// Where a low flight ends. Its height; trial.
inline constexpr double kFlightPart = 1e-4;
/// A located breaking away. Its moment, and the friction at rest that is left there; trial.
inline constexpr double kBreakTolerance = 1e-9;
/// What breaks away sooner does so at once. Length of the piece; trial.
inline constexpr double kBreakPart = 1e-7;
/// A rest of a step that is none. Step; rounding of times.
inline constexpr double kStepCrumb = 1e-12;

// ------------------------------------------------------------------------------- impacts

/// A velocity that is none. Fastest γ before the impact; rounding.
inline constexpr double kImpactRest = 1e-12;
/// The same within the energetic law. Fastest γ before the impact; rounding.
inline constexpr double kEnergeticRest = 1e-13;
/// Stored energy that is none. ½ γ²/G_NN of the fastest; derived: kEnergeticRest².
inline constexpr double kEmptyEnergy = 1e-26;
/// Change of a contact's velocity that is none. γ of the contact that is pushed; rounding.
inline constexpr double kDecoupled = 1e-12;

// ------------------------------------------------------------------------------- drift

/// Errors of joints after which one correction is enough: what Newton's method leaves is the square, rounding.
/// Size of the mechanism; derived.
inline constexpr double kSettledJoint = 1e-7;

}  // namespace freeplay
