/*
 * Constant arrays that all segments of a thread share. They must not be written to. They grow by doubling; an array
 * that was returned before stays valid.
 */
let numbers = new Uint32Array(0);
let ones = new Uint16Array(0);
let oneWords = new Uint32Array(0);

const capacityFor = (length: number): number => 2 ** Math.ceil(Math.log2(Math.max(length, 1024)));

/** 0, 1, 2, ... */
export function countedUp(length: number): Uint32Array {
  if (numbers.length < length) {
    numbers = new Uint32Array(capacityFor(length));
    for (let number = 0; number < numbers.length; number++) numbers[number] = number;
  }
  return numbers.subarray(0, length);
}

/** 1, 1, 1, ... */
export function allOne(length: number): Uint16Array {
  if (ones.length < length) ones = new Uint16Array(capacityFor(length)).fill(1);
  return ones.subarray(0, length);
}

export function allOneWords(length: number): Uint32Array {
  if (oneWords.length < length) oneWords = new Uint32Array(capacityFor(length)).fill(1);
  return oneWords.subarray(0, length);
}
