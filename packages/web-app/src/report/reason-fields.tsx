import type { ReportReason, ReportSubReason } from '../generated/schema.ts';
import { Choices, Select } from '../parts/choices.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { ReasonGroupFragment } from './report.generated.ts';

/** A reason of the first level and one of the second; '' where none is chosen. */
export type ChosenReason = { readonly reason: ReportReason | ''; readonly subReason: ReportSubReason | '' };

export const NO_REASON: ChosenReason = { reason: '', subReason: '' };

/** Reasons of a report or a notice, in two levels. */
export function ReasonFields({
  groups,
  chosen,
  onChange,
}: {
  readonly groups: readonly ReasonGroupFragment[];
  readonly chosen: ChosenReason;
  readonly onChange: (chosen: ChosenReason) => void;
}) {
  const { report } = useTexts();
  const subReasons = groups.find(({ reason }) => reason === chosen.reason)?.subReasons ?? [];
  return (
    <>
      <Choices<ReportReason | ''>
        legend={report.reason}
        choices={groups.map(({ reason }) => ({ value: reason, name: report.reasons[reason] }))}
        value={chosen.reason}
        onChange={(reason) => onChange({ reason, subReason: '' })}
      />
      {subReasons.length > 0 && (
        <Select
          label={report.subReason}
          value={chosen.subReason}
          choices={[
            { value: '', name: report.anySubReason },
            ...subReasons.map((value) => ({ value, name: report.subReasons[value] })),
          ]}
          onChange={(subReason) => onChange({ ...chosen, subReason })}
        />
      )}
    </>
  );
}
