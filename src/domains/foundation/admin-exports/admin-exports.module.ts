/**
 * Files that admins request, such as the books of a month: written by a job, downloaded by a signed link, deleted after a week.
 * Owns `admin_exports`.
 * Begin with admin-exports.service.ts. A domain that makes files names them as an `ExportSeries`, and gives its jobs by `adminExportJobs`.
 */
import { defineModule } from '#platform/request/module.ts';
import './admin-exports.schema.ts';

defineModule({ name: 'admin-exports' });
