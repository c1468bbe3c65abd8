import { readSettings } from '@/server/read-settings'

// Run by `npm start` before the build, so that invalid settings are reported immediately.
readSettings({ checkOnly: true, leaveEnvironment: true })
