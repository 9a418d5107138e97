import { Thread } from '../../src/threads/thread.ts';

/** A process that has work for a thread, and ends when it is done, although nobody closes the thread. */
const thread = new Thread({ program: new URL('./program.ts', import.meta.url), name: 'test' });
thread.post('hear', 1);
process.stdout.write(`counted to ${await thread.call('countTo', 1000)}\n`);
