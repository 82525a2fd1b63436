// SPDX-License-Identifier: Apache-2.0
// Files made in the page and handed to the reader.

/** A name that any file system takes. */
export function fileName(text: string, ending: string): string {
  const clean = text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 80);
  return `${clean || "freeplay"}.${ending}`;
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // the browser reads it after the click
}

export function saveText(text: string, type: string, name: string): void {
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name);
}
