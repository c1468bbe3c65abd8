import { settingsRoutes } from '@/lib/http/settings-routes'

// The areas of the other permission have routes of their own.
const { read, change } = settingsRoutes('Settings', 'settings:manage', {
  params: ['area'],
  nameOf: (params) => params.area,
})

export const GET = read
export const PUT = change
