-- A report that repeats one which waits for aggregation is not stored.
create index post_view_reports_viewer on post_view_reports (post_id, viewer);
