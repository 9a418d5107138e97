/** An email address that may wrap before the @. */
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
