/** Conditions on the tables without the service that verifies them. */
export const WRONG_BOOKS: Readonly<Record<string, string>> = {
  'a transfer that does not sum to zero':
    'select transfer_id from coin_entries group by transfer_id having sum(amount) <> 0 or count(*) < 2',
  'a balance that is not the sum of its entries': `select a.id from coin_accounts a left join coin_entries e on e.account_id = a.id
     group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
  'entries that are not folded': 'select account_id from coin_unfolded_entries',
  'books that do not sum to zero': 'select sum(balance) from coin_accounts having sum(balance) <> 0',
  'spendable coins below zero without a refund or a dispute that took them': `select a.owner_id from coin_accounts a
     where a.kind in ('COINS', 'PROMO') and a.balance < 0 and not exists (
       select from payments p join coin_take_backs b on b.purchase_id = p.id where p.user_id = a.owner_id and b.take_transfer_id is not null)`,
  'coins of an erased account': `select a.id from coin_accounts a join users u on u.id = a.owner_id
     where u.state = 'DELETED' and a.kind in ('COINS', 'PROMO') and a.balance > 0`,
  'a payment without its coins, or coins without their payment': `select p.id from payments p
     left join coin_transfers t on t.kind = 'COIN_PURCHASE' and t.idempotency_key = p.id::text
     where p.purpose = 'COIN_PURCHASE' group by p.id, p.state having count(t.id) <> (case p.state when 'SUCCEEDED' then 1 else 0 end)`,
  'a tip that is not settled': "select id from coin_tips where state = 'PENDING'",
};
