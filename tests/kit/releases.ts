/** A released version, from which an upgrade to the newest one is tested. */
export interface Release {
  version: string
  /** The commit of its tag, because clones may lack tags. */
  commit: string
  /** The newest migration that it contains. */
  lastMigration: string
  /** Of the names and texts of its migrations, which databases have applied. */
  checksum: string
}

/** Every released version, oldest first. Add the new one in the commit after its tag. */
export const releases: readonly Release[] = [
  {
    version: '0.1.0',
    commit: '4a9755c73f8fcfea822e5a5c9ab0f2ff6cb59b5a',
    lastMigration: '20261121080000_user_sort_keys',
    checksum: '3bfb7552f7bfd4f8235decbf506fd3fd12a638ce2cd665d6e60bb7ff814d08d3',
  },
  {
    version: '0.2.0',
    commit: '8a0b44a76399445b0adfd0bb483665cda55403d2',
    lastMigration: '20261124150000_instances',
    checksum: '59cc9c5b4e532a44b29c41aec19cae66e3fa91fd27c7aad6039e5dc082813e02',
  },
]
