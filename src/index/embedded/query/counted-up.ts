let numbers = new Uint32Array(1 << 10);
for (let number = 0; number < numbers.length; number++) numbers[number] = number;

/** 0, 1, 2, ... at least `size` of them: the numbers of whatever is its own number. One array for all, never changed. */
export function countedUp(size: number): Uint32Array {
  if (numbers.length < size) {
    const longer = new Uint32Array(2 ** Math.ceil(Math.log2(size)));
    for (let number = 0; number < longer.length; number++) longer[number] = number;
    numbers = longer;
  }
  return numbers;
}
