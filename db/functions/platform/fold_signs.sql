-- One sign of each kind that people take for one: small sigmas, apostrophes, quotation marks and dashes, of which each keyboard writes
-- its own. As `foldedSigns` in the code.
create or replace function fold_signs(text text) returns text
  language sql immutable strict parallel safe
  return translate(text, 'ς‘’‚‛ʼʻʹ′´＇“”„‟«»″＂‐‑‒–—―−－', 'σ''''''''''''''''''''""""""""--------');
