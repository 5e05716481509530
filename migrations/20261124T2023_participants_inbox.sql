-- transaction: off
drop index concurrently if exists participants_inbox
