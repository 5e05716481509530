export const maintenanceJobs = [];
