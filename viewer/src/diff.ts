// SPDX-License-Identifier: Apache-2.0
// How two texts differ, line by line: a longest common subsequence between what they share at both ends.

export interface DiffLine {
  left: string | null;
  right: string | null; // both and equal: context; one null: only in the other
  same: boolean;
}

const most = 1500; // lines in the part that differs, beyond which all of it counts as changed

export function diffLines(left: string, right: string): DiffLine[] {
  const a = left.split("\n");
  const b = right.split("\n");
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) ++head;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) ++tail;
  const same = (line: string): DiffLine => ({ left: line, right: line, same: true });
  return [
    ...a.slice(0, head).map(same),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(same),
  ];
}

function middle(a: string[], b: string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  const [n, m] = [a.length, b.length];
  if (n > most || m > most) return pair(a, b);
  const length = new Uint16Array((n + 1) * (m + 1)); // of the longest common subsequence of a[i…] and b[j…]
  const at = (i: number, j: number): number => length[i * (m + 1) + j] as number;
  for (let i = n - 1; i >= 0; --i)
    for (let j = m - 1; j >= 0; --j)
      length[i * (m + 1) + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  let gone: string[] = [];
  let come: string[] = [];
  const flush = (): void => {
    lines.push(...pair(gone, come));
    gone = [];
    come = [];
  };
  let [i, j] = [0, 0];
  while (i < n || j < m) {
    if (i < n && j < m && a[i] === b[j]) {
      flush();
      lines.push({ left: a[i] as string, right: b[j] as string, same: true });
      ++i;
      ++j;
    } else if (j >= m || (i < n && at(i + 1, j) >= at(i, j + 1))) gone.push(a[i++] as string);
    else come.push(b[j++] as string);
  }
  flush();
  return lines;
}

/** Changed lines beside each other. */
function pair(a: readonly string[], b: readonly string[]): DiffLine[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, k) => ({ left: a[k] ?? null, right: b[k] ?? null, same: false }));
}

/** Only what differs, with so many lines around it; null stands for what is left out. */
export function shortDiff(lines: readonly DiffLine[], around = 2): (DiffLine | null)[] {
  const kept: (DiffLine | null)[] = [];
  let skipped = false;
  lines.forEach((line, k) => {
    const near = lines.slice(Math.max(0, k - around), k + around + 1).some((other) => !other.same);
    if (near) {
      if (skipped) kept.push(null);
      skipped = false;
      kept.push(line);
    } else skipped = true;
  });
  return kept;
}
