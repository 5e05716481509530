import type { ReactNode } from 'react';
import { createColumnHelper, type RowData, tableFeatures, useTable } from '@tanstack/react-table';
import { Failure, Loading } from './text.tsx';

const features = tableFeatures({});

export type Column<Row> = {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
};

/** Columns for `Table`: make them once, outside of components. */
export function columnsOf<Row extends RowData>(columns: readonly Column<Row>[]) {
  const helper = createColumnHelper<typeof features, Row>();
  return columns.map(({ header, cell }) =>
    helper.display({ id: header, header, cell: ({ row }) => cell(row.original) }),
  );
}

type TableProps<Row extends RowData> = {
  caption: string;
  columns: ReturnType<typeof columnsOf<Row>>;
  rows: readonly Row[] | undefined;
  error: Error | null;
  empty: string;
  more?: { readonly hasMore: boolean; readonly isLoading: boolean; readonly load: () => void };
};

const NO_ROWS: never[] = [];

export function Table<Row extends RowData & { readonly id: string }>(props: TableProps<Row>) {
  const { caption, columns, rows, error, empty, more } = props;
  // The library reads the rows and never writes to them.
  const data = (rows ?? NO_ROWS) as Row[];
  const table = useTable({ features, columns, data, getRowId: (row) => row.id });
  if (error) return <Failure error={error} />;
  if (!rows) return <Loading />;
  if (rows.length === 0 && !more?.hasMore) return <p className="card empty">{empty}</p>;
  return (
    <>
      <div className="table-box">
        <table aria-label={caption}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => (
                  <th key={header.id} scope="col">
                    <table.FlexRender header={header} />
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr key={row.id}>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} data-label={cell.column.id}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more?.hasMore && (
        <button className="button" disabled={more.isLoading} onClick={more.load}>
          {more.isLoading ? 'Loading…' : 'Show more'}
        </button>
      )}
    </>
  );
}
