/** Offers a text, or a file in parts, as a download. */
export function download(name: string, type: string, content: string | readonly Blob[]): void {
  const parts = typeof content === 'string' ? [content] : [...content];
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revoke the URL once the download has started.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
