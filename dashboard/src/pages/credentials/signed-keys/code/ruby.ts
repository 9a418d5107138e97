import { Expression, literalOf, type Notation, textOf } from './literal.ts';
import { KEY_VARIABLE, type Language, signedClaims } from './program.ts';

const NOTATION: Notation = {
  indent: '  ',
  nothing: 'nil',
  yes: 'true',
  no: 'false',
  object: ['{ ', ' }'],
  emptyObject: '{}',
  entry: (key, value) => `${textOf(key, NOTATION)} => ${value}`,
  escape: (codePoint) => `\\u{${codePoint.toString(16)}}`,
  special: /#/g,
};

export const ruby: Language = {
  id: 'ruby',
  label: 'Ruby',
  program(signing) {
    const now = (seconds: number) => new Expression(`Time.now.to_i + ${seconds}`);
    return `require 'json'
require 'openssl'

# The value of the key "${signing.keyName}".
key = ENV.fetch('${KEY_VARIABLE}')
claims = ${literalOf(signedClaims(signing, now), NOTATION)}

encode = ->(bytes) { [bytes].pack('m0').tr('+/', '-_').delete('=') }

parts = [{ 'alg' => 'HS256', 'typ' => 'JWT' }, claims]
text = parts.map { |part| encode.call(JSON.generate(part)) }.join('.')
signature = encode.call(OpenSSL::HMAC.digest('SHA256', key, text))

puts "#{text}.#{signature}"
`;
  },
};
