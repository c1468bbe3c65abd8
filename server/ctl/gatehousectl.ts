import { gatehousectl } from '@/server/ctl/program'

// gatehousectl: the service from the command line of its server (docs/gatehousectl.md).
process.exitCode = await gatehousectl(process.argv.slice(2))
