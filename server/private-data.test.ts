import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { describeWithFileModes } from '@/tests/kit/describe-if'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { keepDataPrivate } from '@/server/private-data'

describeWithFileModes('a database moved to another disk and linked', () => {
  it('has restricted permissions on that disk', () => {
    const [disk, dataDir] = [temporaryFolder(), temporaryFolder()]
    mkdirSync(join(disk, 'db'))
    writeFileSync(join(disk, 'db/PG_VERSION'), '17')
    chmodSync(join(disk, 'db'), 0o777)
    chmodSync(join(disk, 'db/PG_VERSION'), 0o666)
    symlinkSync(join(disk, 'db'), join(dataDir, 'db'))
    symlinkSync(join(disk, 'missing'), join(dataDir, 'uploads'))
    loadSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
    keepDataPrivate()
    const modes = ['db', 'db/PG_VERSION'].map((path) => statSync(join(disk, path)).mode & 0o777)
    expect(modes).toEqual([0o700, 0o600])
  })
})
