-- Chooses the anchor of a new phrase among those of the phrases that its owner has muted.
create or replace function choose_muted_word_anchor() returns trigger language plpgsql as $$
begin
  new.anchor := muted_word_anchor(fold_muted(new.phrase), array(select anchor from muted_words where user_id = new.user_id));
  return new;
end
$$;

create or replace trigger choose_muted_word_anchor before insert on muted_words
  for each row execute function choose_muted_word_anchor();
