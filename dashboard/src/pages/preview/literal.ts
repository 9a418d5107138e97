/** A value as TypeScript code, with single quotes and unquoted keys. */
export function literal(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((one) => `${inner}${literal(one, inner)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, one]) => `${name}: ${literal(one, inner)}`);
    const short = `{ ${members.join(', ')} }`;
    const isFlat = Object.values(value).every((one) => typeof one !== 'object');
    return isFlat && short.length < 100
      ? short
      : `{\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}}`;
  }
  return String(value);
}
