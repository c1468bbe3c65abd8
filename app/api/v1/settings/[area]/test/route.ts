import { settingsRoutes } from '@/lib/http/settings-routes'

export const POST = settingsRoutes('Settings', 'settings:manage', {
  params: ['area'],
  nameOf: (params) => params.area,
}).test
