import { checkAnswers, measureRequests, requestsOf } from './question-measure.ts';
import type { Sample, Target, Turn } from './question-measure.ts';
import type { Measured } from './question-report.ts';
import { recordQuestion } from './question-statements.ts';
import type { AskedStatements, Listening } from './question-statements.ts';
import type { Question } from './questions.ts';
import type { Visitor } from './tokens.ts';

/** Asks each question by another visitor, because nobody may search as often as all of them together. */
export async function recordQuestions(
  listening: Listening,
  questions: readonly Question[],
  visitors: readonly Visitor[],
): Promise<AskedStatements[]> {
  const recorded: AskedStatements[] = [];
  for (const [index, visitor] of visitors.slice(0, questions.length).entries()) {
    const question = questions[index]!; // There are as many as there are of these visitors.
    recorded.push(await recordQuestion(listening, question, visitor));
  }
  return recorded;
}

/** Something beside the questions that takes its turn before them in every round. */
export type Reference = { readonly name: string; readonly measure: () => Promise<Sample> };

/** Everything in turn, round by round, so that what else the machine does in these minutes falls on all of it. */
export async function measureInRounds(
  target: Target,
  asked: { readonly questions: readonly Question[]; readonly references: readonly Reference[] },
  { rounds, turn }: { rounds: number; turn: Turn },
): Promise<Measured[]> {
  for (const question of asked.questions) await checkAnswers(target, question);
  const samples = new Map<Reference | Question, Sample[]>();
  const keep = (of: Reference | Question, sample: Sample): void => {
    samples.set(of, [...(samples.get(of) ?? []), sample]);
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const reference of asked.references) keep(reference, await reference.measure());
    for (const question of asked.questions) {
      keep(question, await measureRequests(target, requestsOf(question, target.visitors), turn));
    }
  }
  return [
    ...asked.references.map((reference) => ({
      name: reference.name,
      asked: '',
      p50MsMax: null,
      samples: samples.get(reference) ?? [],
    })),
    ...asked.questions.map((question) => ({
      name: question.name,
      asked: variablesOf(question),
      p50MsMax: question.p50MsMax,
      samples: samples.get(question) ?? [],
    })),
  ];
}

const variablesOf = ({ variables }: Question): string =>
  variables.length === 1 ? JSON.stringify(variables[0]) : `${variables.length} different`;
