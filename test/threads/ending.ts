import { Thread } from '../../src/threads/thread.ts';

/** A process with work for a thread that ends when it is done, although the thread is not closed. */
const thread = new Thread({ program: new URL('./program.ts', import.meta.url), name: 'test' });
thread.post('hear', 1);
process.stdout.write(`counted to ${await thread.call('countTo', 1000)}\n`);
