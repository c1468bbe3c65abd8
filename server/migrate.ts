import { logger } from '@/lib/platform/logger'
import { readSettings } from '@/server/read-settings'
import { openServiceDatabase, StartError } from '@/server/start-up'

// npm run db:deploy: applies pending migrations and ends, for a job that runs before a new build
// starts. A start of the service applies them as well.
readSettings()
try {
  const database = await openServiceDatabase()
  await database.close()
  process.stdout.write('The database has the schema of this build.\n')
} catch (error) {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
  else logger().fatal({ error }, 'the database could not be migrated')
  process.exitCode = 1
}
