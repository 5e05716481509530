alter table polls validate constraint polls_subject_check;
