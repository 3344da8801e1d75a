/**
 * Elementary functions by GNU MPFR, which rounds each of them correctly in every direction (Fousse et al. 2007), compiled
 * to WebAssembly by gmp-wasm. Importing this file waits until it is compiled.
 */
import { createRequire } from 'node:module';
import { bitLength, type Dyadic, dyadic } from './dyadic.ts';

/** A closed interval that contains a value. */
export interface Enclosure {
  readonly lo: Dyadic;
  readonly hi: Dyadic;
}

// not imported: half a megabyte would be searched for the exported names
const gmp: typeof import('gmp-wasm') = createRequire(import.meta.url)('gmp-wasm');
const { binding: mpfr } = await gmp.init();

/** The functions of one argument, by name. */
export type FunctionName =
  | ('exp2' | 'exp' | 'expm1' | 'log' | 'log1p' | 'erf' | 'erfc')
  | ('sin' | 'cos' | 'tan' | 'asin' | 'acos' | 'atan')
  | ('sinh' | 'cosh' | 'tanh' | 'asinh' | 'acosh' | 'atanh');

const { MPFR_RNDN, MPFR_RNDD } = gmp.mpfr_rnd_t;
/** The least precision of MPFR. */
const leastBits = 2;

// numbers outside JavaScript's heap: four for all calls, so that nothing needs to be freed
const argument = mpfr.mpfr_t();
const exponent = mpfr.mpfr_t();
const value = mpfr.mpfr_t();
const significand = mpfr.mpz_t();
mpfr.mpfr_init2(argument, leastBits);
mpfr.mpfr_init2(exponent, leastBits);
mpfr.mpfr_init2(value, leastBits);
mpfr.mpz_init(significand);

/**
 * Returns f(x) rounded down and up to `bits` bits: both are equal if it has no more.
 * @throws RangeError if f(x) is not finite, or beyond MPFR's range of exponents
 */
export function enclose(f: FunctionName, x: Dyadic, bits: number): Enclosure {
  set(argument, x);
  return enclosed(bits, f, () => mpfr[`mpfr_${f}`](value, argument, MPFR_RNDD));
}

/**
 * Returns x to the power of y, for a positive x, rounded down and up to `bits` bits: both are equal if it has no more.
 * @throws RangeError beyond MPFR's range of exponents
 */
export function enclosePower(x: Dyadic, y: Dyadic, bits: number): Enclosure {
  set(argument, x);
  set(exponent, y);
  return enclosed(bits, 'a power', () => mpfr.mpfr_pow(value, argument, exponent, MPFR_RNDD));
}

function set(number: typeof argument, x: Dyadic): void {
  if (typeof x === 'number') {
    mpfr.mpfr_set_prec(number, 53);
    mpfr.mpfr_set_d(number, x, MPFR_RNDN);
    return;
  }
  const { m, e } = x;
  mpfr.mpfr_set_prec(number, Math.max(leastBits, bitLength(m)));
  mpfr.mpfr_set_string(number, m.toString(16), 16, MPFR_RNDN);
  mpfr.mpfr_mul_2si(number, number, e, MPFR_RNDN);
}

function enclosed(bits: number, what: string, compute: () => number): Enclosure {
  mpfr.mpfr_set_prec(value, bits);
  mpfr.mpfr_clear_flags();
  const isExact = compute() === 0;
  if (!mpfr.mpfr_number_p(value) || mpfr.mpfr_overflow_p()) throw new RangeError(`${what} has no finite value here`);
  const e = mpfr.mpfr_get_z_2exp(significand, value);
  const m = hexadecimal(mpfr.mpz_to_string(significand, 16));
  const lo = dyadic(m, e);
  return { lo, hi: isExact ? lo : dyadic(m + 1n, e) };
}

const hexadecimal = (text: string): bigint =>
  text.startsWith('-') ? -BigInt(`0x${text.slice(1)}`) : BigInt(`0x${text}`);
