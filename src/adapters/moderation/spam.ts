/** A sign of advertising in the folded text, with what it adds to the score. */
type Sign = { readonly weight: number; readonly pattern: RegExp };

/** Every repetition is bounded: the patterns are linear. */
const SIGNS: readonly Sign[] = [
  {
    weight: 0.35,
    pattern:
      /\b(?:make|makes|made|earn|earned|earning|verdiene|verdien|gagnez|gana|guadagna|заработ\p{L}{0,5})\b.{0,30}?(?:[$€£]\s?\d|\d[\d.,]{0,12}\s?(?:[$€£]|usd|eur|euro|k\b))/u,
  },
  {
    weight: 0.25,
    pattern:
      /\b(?:a|per|in one|every|pro|par|por|al) (?:day|week|month|hour|tag|woche|monat|jour|semaine|mois|dia|semana|mes|giorno)\b.{0,40}?(?:home|online|forex|trading|whatsapp|telegram|link|dm|click)/u,
  },
  {
    weight: 0.35,
    pattern:
      /\b(?:free|gratis|kostenlos\p{L}{0,2}|gratuit\p{L}{0,2}) (?:iphone|bitcoin|btc|crypto|gift ?cards?|money|cash|followers|v-?bucks|robux|nudes|trial|ipad|ps5|prize)|giveaway|gewinnspiel/u,
  },
  {
    weight: 0.4,
    pattern:
      /\b(?:guaranteed|risk[- ]?free|no risk|100 ?%|garantiert\p{L}{0,2}) (?:profits?|returns?|income|gewinn|results?|win)|\bdouble your (?:money|bitcoin|btc|crypto|investment)|\bget \d{1,4}(?:\.\d{1,4})? (?:btc|eth) back/u,
  },
  {
    weight: 0.25,
    pattern:
      /\b(?:click|tap) (?:>{1,3}|here|this|on this|the link|below|now)|\blink in (?:my |the )?(?:bio|profile|description)|\b(?:klick|klicke) (?:hier|auf den link)|\bcliquez ici|\bhaz clic|\bclicca qui|\bclique aqui|жми на ссылку|переходи по ссылке/u,
  },
  {
    weight: 0.25,
    pattern:
      /\b(?:dm|text|message|contact|inbox|write|ask) me\b.{0,25}?(?:for|on|to|how|via|at|now)|\bask me how\b/u,
  },
  {
    weight: 0.25,
    pattern:
      /\b(?:sign up|register|order|act|buy|invest|subscribe|join) (?:now|today|here)\b|\bhurry\b|\blimited (?:time|offer|spots)|\bonly today\b|\bnur heute\b|\blast chance\b/u,
  },
  {
    weight: 0.25,
    pattern:
      /\b(?:forex|crypto|bitcoin|btc|binary options|trading signals|nft drop|airdrop|investment plan|passive income|financial freedom)\b/u,
  },
  {
    weight: 0.25,
    pattern:
      /\b(?:whats ?app|telegram|t\.me|signal|viber|wechat)\b.{0,20}?(?:\+?\d[\d ()-]{6,18}|@\w{2,30}|\/\w)|\+\d{1,3}[ -]?\(?\d{2,4}\)?[ -]?\d{3,4}/u,
  },
  {
    weight: 0.45,
    pattern:
      /\b(?:buy|get|gain|cheap|real|instant) (?:\d{1,7}k? )?(?:real |cheap |instagram |tiktok |instant )?(?:followers|likes|subscribers|views|reviews)\b/u,
  },
  {
    weight: 0.45,
    pattern:
      /\b(?:viagra|cialis|no prescription|online casino|casino bonus|payday loan|replica watch(?:es)?|rolex replica|weight loss pills?|diet pills?|essay writing service|cheap pills|keto gummies|no credit check|instant approval|loan approv\p{L}{1,4}|replica \p{L}{3,10}|win rate|get rich quick)\b/u,
  },
  {
    weight: 0.3,
    pattern:
      /\b(?:you(?:'ve| have)? (?:been )?(?:won|selected)|congratulations.{0,20}?(?:won|winner|selected)|claim your (?:prize|reward|gift)|to claim\b|free ?prizes?|win a free)\b/u,
  },
  {
    weight: 0.25,
    pattern:
      /\b(?:work from home|be your own boss|easy money|fast cash|get rich|no experience needed|schnell geld|geld verdienen|argent facile|dinero facil)\b/u,
  },
  { weight: 0.2, pattern: /\d{2,4} ?%|[$€£]{2,}|!{3,}|🤑|💰|>{3,}/u },
  { weight: 0.2, pattern: /\b(?:bit\.ly|tinyurl\.com|goo\.gl|t\.me|cutt\.ly|is\.gd|rb\.gy|shorturl)\b/u },
];

const LINKS = /https?:\/\/|\bwww\./gu;
/** Weights of one, two, and three or more links. */
const LINK_WEIGHTS = [0, 0.15, 0.25, 0.45] as const;
/** Words and lines that must be repeated so often, and make up so large a part of the text. */
const REPETITIONS_MIN = 5;
const REPEATED_PART = 0.5;
const LINES_MIN = 3;
const REPETITION_WEIGHT = 0.45;
const MANY_REPETITIONS = 8;
const MANY_WEIGHT = 0.55;
const SCORE_MAX = 0.95;

/** How much a folded text looks like advertising, 0 to 1. */
export function spamScore(folded: string, words: readonly string[]): number {
  let score = LINK_WEIGHTS[Math.min(folded.match(LINKS)?.length ?? 0, 3)] ?? 0;
  for (const { weight, pattern } of SIGNS) if (pattern.test(folded)) score += weight;
  score += repetitionWeight(folded, words);
  return Math.min(score, SCORE_MAX);
}

function repetitionWeight(folded: string, words: readonly string[]): number {
  const long = words.filter((word) => word.length > 2);
  const lines = folded.split('\n').filter((line) => line.trim().length > 10);
  const most = mostOf(long);
  if (most >= Math.max(MANY_REPETITIONS, long.length * REPEATED_PART)) return MANY_WEIGHT;
  const isRepeated =
    most >= Math.max(REPETITIONS_MIN, long.length * REPEATED_PART) ||
    (lines.length >= LINES_MIN && mostOf(lines) >= Math.max(LINES_MIN, lines.length * REPEATED_PART));
  return isRepeated ? REPETITION_WEIGHT : 0;
}

/** How often the most frequent one occurs. */
function mostOf(texts: readonly string[]): number {
  const counts = new Map<string, number>();
  let most = 0;
  for (const text of texts) {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    most = Math.max(most, count);
  }
  return most;
}
