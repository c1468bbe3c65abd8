import { readSettings } from '@/server/read-settings'

// Run by `npm start` before it builds: bad settings are told at once.
readSettings({ checkOnly: true })
