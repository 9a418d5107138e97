import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { Dictionary, DictionaryWriter } from '../../src/index/embedded/segment/dictionary.ts';
import { type SectionSources, serialize } from '../../src/index/embedded/segment/serializer.ts';

/** A dictionary of these texts, which are in byte order. */
export function dictionaryOf(texts: readonly string[]): Dictionary {
  const writer = new DictionaryWriter();
  for (const text of texts) {
    const bytes = Buffer.from(text);
    writer.add(bytes, 0, bytes.length);
  }
  const parts: SectionSources = new Map();
  writer.addTo(parts, 'd');
  return new Dictionary(runToCompletion(serialize(parts)), 'd');
}
