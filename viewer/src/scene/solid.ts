// SPDX-License-Identifier: Apache-2.0
// From triangles to what is drawn: normals that are smooth over round faces and sharp at edges, and the edges
// themselves. Corners are the same when they are within 1e−5 of the mesh's size: no length is built in.
import { BufferGeometry, Float32BufferAttribute } from "three";

const creaseCosine = Math.cos((32 * Math.PI) / 180); // faces that meet at less are one round face
const edgeCosine = Math.cos((38 * Math.PI) / 180); // an edge that is seen

export interface Solid {
  faces: BufferGeometry; // with positions and normals
  edges: Float32Array; // pairs of points
}

type Three = [number, number, number];

/** Welding: corners by their place on a fine lattice of the mesh itself. */
function weld(positions: ArrayLike<number>): { extent: number; cornerOf: Uint32Array } {
  const points = positions.length / 3;
  const low: Three = [Infinity, Infinity, Infinity];
  const high: Three = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; ++i) {
    const c = (i % 3) as 0 | 1 | 2;
    low[c] = Math.min(low[c], positions[i] as number);
    high[c] = Math.max(high[c], positions[i] as number);
  }
  const extent = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) || 1;
  const corners = new Map<string, number>();
  const cornerOf = new Uint32Array(points);
  for (let p = 0; p < points; ++p) {
    const key = [0, 1, 2].map((c) => Math.round((((positions[3 * p + c] as number) - (low[c] as number)) / extent) * 1e5)).join(",");
    let corner = corners.get(key);
    if (corner === undefined) {
      corner = corners.size;
      corners.set(key, corner);
    }
    cornerOf[p] = corner;
  }
  return { extent, cornerOf };
}

/** `factor` takes metres to the units that are drawn. */
export function makeSolid(positions: ArrayLike<number>, triangles: ArrayLike<number>, factor: number): Solid {
  const { extent, cornerOf } = weld(positions);
  const count = Math.floor(triangles.length / 3);
  const normals: Three[] = [];
  const areas: number[] = [];
  const facesAt = new Map<number, number[]>(); // by corner
  const facesOfEdge = new Map<string, { faces: number[]; a: number; b: number }>();
  const at = (p: number): Three => [positions[3 * p] as number, positions[3 * p + 1] as number, positions[3 * p + 2] as number];
  for (let f = 0; f < count; ++f) {
    const ids = [0, 1, 2].map((k) => triangles[3 * f + k] as number) as Three;
    const [a, b, c] = ids.map(at) as [Three, Three, Three];
    const u: Three = [(b[0] - a[0]) / extent, (b[1] - a[1]) / extent, (b[2] - a[2]) / extent];
    const v: Three = [(c[0] - a[0]) / extent, (c[1] - a[1]) / extent, (c[2] - a[2]) / extent];
    const n: Three = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const area = Math.hypot(...n);
    areas.push(area);
    normals.push(area > 0 ? [n[0] / area, n[1] / area, n[2] / area] : [0, 0, 0]);
    ids.forEach((p, k) => {
      const corner = cornerOf[p] as number;
      const list = facesAt.get(corner);
      if (list) list.push(f);
      else facesAt.set(corner, [f]);
      if (area === 0) return;
      const q = ids[(k + 1) % 3] as number;
      const other = cornerOf[q] as number;
      const key = corner < other ? `${corner}/${other}` : `${other}/${corner}`;
      const edge = facesOfEdge.get(key);
      if (edge) edge.faces.push(f);
      else facesOfEdge.set(key, { faces: [f], a: p, b: q });
    });
  }
  const cosine = (f: number, g: number): number => {
    const [a, b] = [normals[f] as Three, normals[g] as Three];
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  };
  const place = new Float32Array(9 * count);
  const normal = new Float32Array(9 * count);
  for (let f = 0; f < count; ++f) {
    for (let k = 0; k < 3; ++k) {
      const p = triangles[3 * f + k] as number;
      const sum: Three = [0, 0, 0];
      for (const g of facesAt.get(cornerOf[p] as number) ?? []) {
        if (cosine(f, g) < creaseCosine) continue;
        const [n, weight] = [normals[g] as Three, areas[g] as number];
        for (const c of [0, 1, 2] as const) sum[c] += n[c] * weight;
      }
      const norm = Math.hypot(...sum) || 1;
      for (const c of [0, 1, 2] as const) {
        place[9 * f + 3 * k + c] = (positions[3 * p + c] as number) * factor;
        normal[9 * f + 3 * k + c] = sum[c] / norm;
      }
    }
  }
  const faces = new BufferGeometry();
  faces.setAttribute("position", new Float32BufferAttribute(place, 3));
  faces.setAttribute("normal", new Float32BufferAttribute(normal, 3));
  const edges: number[] = [];
  for (const { faces: sides, a, b } of facesOfEdge.values()) {
    if (sides.length === 2 && cosine(sides[0] as number, sides[1] as number) > edgeCosine) continue;
    for (const x of [...at(a), ...at(b)]) edges.push(x * factor);
  }
  return { faces, edges: new Float32Array(edges) };
}
