/** The migrations of a database that have begun. */
export const migrationsCollection = 'migrations';
/** Who runs them at the moment. */
export const leasesCollection = 'leases';
/** The processes that use the database. */
export const replicasCollection = 'replicas';
