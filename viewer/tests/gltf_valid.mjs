// SPDX-License-Identifier: Apache-2.0
// Checks glTF files with Khronos' validator: node tests/gltf_valid.mjs FILE.glb…  Exits 1 when one has errors.
import { readFileSync } from "node:fs";
import { validateBytes } from "gltf-validator";

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("usage: node tests/gltf_valid.mjs FILE.glb…");
  process.exit(2);
}
let wrong = false;
for (const file of files) {
  const report = await validateBytes(new Uint8Array(readFileSync(file)), { uri: file, maxIssues: 20 });
  const { numErrors, numWarnings, messages } = report.issues;
  console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings`);
  for (const message of messages) {
    if (message.severity <= 1) console.log(`  ${message.code} ${message.pointer ?? ""}: ${message.message}`);
  }
  wrong ||= numErrors > 0;
}
process.exit(wrong ? 1 : 0);
