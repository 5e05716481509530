export const demoJobs = [];
export const seedDemo = async () => [];
