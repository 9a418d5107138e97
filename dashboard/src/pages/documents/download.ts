/** Offers a text as a file download. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revoke the URL once the download has started.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
