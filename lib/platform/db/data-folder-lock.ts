import { FolderLockedError, lockFolder, type LockOptions } from '@/lib/platform/folder-lock'

/** Thrown if another process uses the embedded database. The message is shown on the terminal. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'

  constructor(folder: string, holder: number) {
    super(
      `another Gatehouse (process ${holder}) is using ${folder}; stop it first, or set DATA_DIR and PORT for this one`,
    )
  }
}

/**
 * Takes the exclusive lock on an embedded database, because two processes in one lose data without
 * noticing. Returns a function that releases it. Ends the process if the lock is lost. Throws
 * FolderInUseError.
 */
export async function lockDataFolder(
  folder: string,
  options: Pick<LockOptions, 'onWait'> = {},
): Promise<() => void> {
  try {
    return await lockFolder(folder, { ...options, onLost: endProcess })
  } catch (error) {
    throw error instanceof FolderLockedError ? new FolderInUseError(folder, error.holder) : error
  }
}

/** At once, because closing a database writes to it. */
function endProcess(folder: string): void {
  process.stderr.write(
    `this process lost its lock on ${folder}, which another Gatehouse may be using; it ends\n`,
  )
  process.exit(1)
}
