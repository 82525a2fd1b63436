// SPDX-License-Identifier: Apache-2.0
// (A Aᵀ + ε I) λ = b by Cholesky's method, for constraints of which some may repeat others.

/**
 * A has `rows` × `columns` numbers, row by row; λ replaces b. ε is 1e−13 of the largest diagonal term: repeated
 * constraints share their multipliers, and the error it makes is taken away by the iterations around this.
 */
export function solveRegularised(a: Float64Array, rows: number, columns: number, b: Float64Array): boolean {
  const g = new Float64Array(rows * rows);
  let largest = 0;
  for (let i = 0; i < rows; ++i) {
    for (let j = 0; j <= i; ++j) {
      let sum = 0;
      for (let k = 0; k < columns; ++k) sum += (a[i * columns + k] as number) * (a[j * columns + k] as number);
      g[i * rows + j] = sum;
    }
    largest = Math.max(largest, g[i * rows + i] as number);
  }
  if (!(largest > 0)) return rows === 0;
  const epsilon = 1e-13 * largest;
  for (let j = 0; j < rows; ++j) {
    let pivot = (g[j * rows + j] as number) + epsilon;
    for (let k = 0; k < j; ++k) pivot -= (g[j * rows + k] as number) ** 2;
    if (Number.isNaN(pivot)) return false;
    // Rounding can take a repeated constraint's pivot below ε, even below zero; it never means more than ε.
    const root = Math.sqrt(Math.max(pivot, epsilon));
    g[j * rows + j] = root;
    for (let i = j + 1; i < rows; ++i) {
      let sum = g[i * rows + j] as number;
      for (let k = 0; k < j; ++k) sum -= (g[i * rows + k] as number) * (g[j * rows + k] as number);
      g[i * rows + j] = sum / root;
    }
  }
  for (let i = 0; i < rows; ++i) {
    let sum = b[i] as number;
    for (let k = 0; k < i; ++k) sum -= (g[i * rows + k] as number) * (b[k] as number);
    b[i] = sum / (g[i * rows + i] as number);
  }
  for (let i = rows - 1; i >= 0; --i) {
    let sum = b[i] as number;
    for (let k = i + 1; k < rows; ++k) sum -= (g[k * rows + i] as number) * (b[k] as number);
    b[i] = sum / (g[i * rows + i] as number);
  }
  return true;
}
