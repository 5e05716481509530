import { useDeferredValue } from 'react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { GetUsersDocument, type UserRowFragment } from '../../generated/graphql.ts';
import { useList } from '../../api/lists.ts';
import { Choice, Field } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { midnight, Moment, Tag } from '../../parts/text.tsx';
import { type Answer, ANSWERS, ORDERS, STATES, type UserFilters, userFiltersOf } from './user-filters.ts';

const isYes = (answer: Answer | undefined): boolean | undefined => answer && answer === 'YES';

const COLUMNS = columnsOf<UserRowFragment>([
  {
    header: 'User',
    cell: (user) => (
      <Link to="/users/$userId" params={{ userId: user.id }}>
        {user.displayName || user.username}
      </Link>
    ),
  },
  { header: 'Username', cell: (user) => `@${user.username}` },
  { header: 'E-mail', cell: (user) => user.email ?? '–' },
  { header: 'State', cell: (user) => <Tag name={user.suspension ? 'SUSPENDED' : user.state} /> },
  { header: 'Registered', cell: (user) => <Moment at={user.createdAt} /> },
]);

export function UsersPage() {
  const filters = useSearch({ from: '/users' });
  const { search, state, suspended, badge, from, before, order } = useDeferredValue(filters);
  const { rows, error, more } = useList({
    document: GetUsersDocument,
    variables: {
      first: 50,
      search,
      state,
      isSuspended: isYes(suspended),
      hasBadge: isYes(badge),
      createdFrom: midnight(from),
      createdBefore: midnight(before),
      order,
    },
    connectionOf: (data) => data.adminGetUsers,
    changes: { at: (user) => user.updatedAt, variables: { order: 'LAST_UPDATED' } },
  });
  return (
    <Page title="Users">
      <Filters filters={filters} />
      <Table
        caption="Users"
        columns={COLUMNS}
        rows={rows}
        error={error}
        empty="No user fulfils these conditions."
        more={more}
      />
    </Page>
  );
}

function Filters({ filters }: { filters: UserFilters }) {
  const navigate = useNavigate({ from: '/users' });
  const set = (changes: { [Key in keyof UserFilters]?: UserFilters[Key] | '' }): void =>
    void navigate({ search: userFiltersOf({ ...filters, ...changes }), replace: true });
  return (
    <div className="filters" role="search">
      <Field label="Username, e-mail address or id" isWide>
        <input
          type="search"
          value={filters.search ?? ''}
          onChange={({ target }) => set({ search: target.value })}
        />
      </Field>
      <Choice
        label="State"
        none="Any"
        options={STATES}
        value={filters.state ?? ''}
        onChange={(state) => set({ state })}
      />
      <Choice
        label="Suspended"
        none="Any"
        options={ANSWERS}
        value={filters.suspended ?? ''}
        onChange={(suspended) => set({ suspended })}
      />
      <Choice
        label="Badge"
        none="Any"
        options={ANSWERS}
        value={filters.badge ?? ''}
        onChange={(badge) => set({ badge })}
      />
      <Field label="Registered from">
        <input
          type="date"
          value={filters.from ?? ''}
          onChange={({ target }) => set({ from: target.value })}
        />
      </Field>
      <Field label="Registered before">
        <input
          type="date"
          value={filters.before ?? ''}
          onChange={({ target }) => set({ before: target.value })}
        />
      </Field>
      <Choice
        label="Order"
        options={ORDERS}
        value={filters.order ?? 'NEWEST'}
        onChange={(order) => set({ order })}
      />
    </div>
  );
}
