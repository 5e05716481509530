import type { ChargeRule } from '#ports/payments.ts';

/** Currencies that Stripe counts alike. */
type Group = {
  /** Digits after the point by ISO 4217: here amounts are in its smallest unit. */
  readonly digits: number;
  /** Digits after the point in Stripe's amounts. */
  readonly chargedDigits: number;
  /** Every amount is a multiple of it, in the smallest unit of ISO 4217. */
  readonly stepMinor: number;
  /** Smallest charge of each currency, in the smallest unit of ISO 4217: what Stripe documents, else about a dollar. */
  readonly minimums: Readonly<Record<string, number>>;
};

// prettier-ignore
const GROUPS: readonly Group[] = [
  {
    digits: 2, chargedDigits: 2, stepMinor: 1,
    minimums: {
      AED: 200, AFN: 7_500, ALL: 10_000, AMD: 42_000, AOA: 95_000, ARS: 150_000, AUD: 50, AWG: 200, AZN: 200, BAM: 200,
      BBD: 200, BDT: 13_000, BMD: 100, BND: 150, BOB: 800, BRL: 50, BSD: 100, BWP: 1_500, BYN: 400, BZD: 200,
      CAD: 50, CDF: 300_000, CHF: 50, CNY: 800, COP: 450_000, CRC: 55_000, CVE: 11_000, CZK: 1_500, DKK: 250, DOP: 6_500,
      DZD: 14_000, EGP: 5_500, ETB: 16_000, EUR: 50, FJD: 250, FKP: 80, GBP: 30, GEL: 300, GIP: 80, GMD: 7_500,
      GTQ: 800, GYD: 21_000, HKD: 400, HNL: 2_700, HTG: 13_500, HUF: 17_500, IDR: 1_700_000, ILS: 400, INR: 50, JMD: 16_500,
      KES: 13_500, KGS: 9_000, KHR: 420_000, KYD: 85, KZT: 56_000, LAK: 2_300_000, LBP: 9_500_000, LKR: 32_000, LRD: 20_500,
      LSL: 1_900, MAD: 1_000, MDL: 1_800, MKD: 5_600, MMK: 220_000, MNT: 370_000, MOP: 850, MUR: 4_800, MVR: 1_600, MWK: 180_000,
      MXN: 1_000, MYR: 200, MZN: 6_600, NAD: 1_900, NGN: 160_000, NIO: 3_800, NOK: 300, NPR: 14_500, NZD: 50, PAB: 100,
      PEN: 380, PGK: 430, PHP: 6_000, PKR: 29_000, PLN: 200, QAR: 380, RON: 200, RSD: 10_500, SAR: 380, SBD: 850,
      SCR: 1_500, SEK: 300, SGD: 50, SHP: 80, SLE: 2_400, SOS: 58_000, SRD: 4_000, SZL: 1_900, THB: 1_000, TJS: 1_100,
      TOP: 250, TRY: 4_500, TTD: 700, TWD: 3_300, TZS: 270_000, UAH: 4_400, USD: 50, UYU: 4_200, UZS: 1_300_000, WST: 280,
      XCD: 270, YER: 25_000, ZAR: 1_900, ZMW: 2_900,
    },
  },
  {
    digits: 0, chargedDigits: 0, stepMinor: 1,
    minimums: {
      BIF: 3_000, CLP: 1_000, DJF: 180, GNF: 9_000, JPY: 50, KMF: 470, KRW: 1_500, PYG: 8_000, RWF: 1_500, VND: 27_000,
      VUV: 125, XAF: 650, XOF: 650, XPF: 115,
    },
  },
  // By ISO 4217 without digits, but charged with two, which are always zero.
  { digits: 0, chargedDigits: 2, stepMinor: 1, minimums: { ISK: 140, UGX: 3_800 } },
  // By ISO 4217 with two digits, of which Stripe takes none.
  { digits: 2, chargedDigits: 0, stepMinor: 100, minimums: { MGA: 460_000 } },
  // The last of their three digits has to be zero.
  { digits: 3, chargedDigits: 3, stepMinor: 10, minimums: { BHD: 380, JOD: 710, KWD: 310, OMR: 390, TND: 3_100 } },
];

/** Stripe takes eight digits. */
const AMOUNT_MAX = 99_999_999;
/** Of a currency of which eight digits are worth little it takes more. */
const LARGER_MAXIMUMS: Readonly<Record<string, number>> = { IDR: 999_999_999_999 };

type Rule = ChargeRule & {
  /** Stripe's amount for one of ours. */
  readonly factor: number;
};

const RULES: ReadonlyMap<string, Rule> = new Map(
  GROUPS.flatMap(({ minimums, ...group }) =>
    Object.entries(minimums).map(([currency, minMinor]): [string, Rule] => [
      currency,
      ruleOf(currency, minMinor, group),
    ]),
  ),
);

function ruleOf(currency: string, minMinor: number, group: Omit<Group, 'minimums'>): Rule {
  const factor = 10 ** (group.chargedDigits - group.digits);
  const mostCharged = LARGER_MAXIMUMS[currency] ?? AMOUNT_MAX;
  const { stepMinor } = group;
  const maxMinor = Math.floor(mostCharged / factor / stepMinor) * stepMinor;
  return { digits: group.digits, minMinor, maxMinor, stepMinor, factor };
}

export const chargeRuleOf = (currency: string): ChargeRule | null => RULES.get(currency) ?? null;

const factorOf = (currency: string): number => RULES.get(currency.toUpperCase())?.factor ?? 1;

/** Stripe's amount of money. */
export const toCharged = (amountMinor: number, currency: string): number =>
  Math.round(amountMinor * factorOf(currency));

/** The amount of money that Stripe says, in the smallest unit of the currency by ISO 4217. */
export const fromCharged = (amount: number, currency: string): number =>
  Math.round(amount / factorOf(currency));
