/** An email address that, where there is no room for it, breaks before its @. */
export function Email({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@');
  if (at < 1) return address;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
