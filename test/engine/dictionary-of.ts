import { atOnce } from '../../src/index/embedded/runtime/time-slice.ts';
import { Dictionary, DictionaryWriter } from '../../src/index/embedded/segment/dictionary.ts';
import { layOut, type Parts } from '../../src/index/embedded/segment/serializer.ts';

/** A dictionary of these texts, which are in the order of their bytes. */
export function dictionaryOf(texts: readonly string[]): Dictionary {
  const writer = new DictionaryWriter();
  for (const text of texts) {
    const bytes = Buffer.from(text);
    writer.add(bytes, 0, bytes.length);
  }
  const parts: Parts = new Map();
  writer.addTo(parts, 'd');
  return new Dictionary(atOnce(layOut(parts)), 'd');
}
