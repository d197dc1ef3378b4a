// Names of logs. Many files called `.log` hold something else (JSON lines above all), so detection looks inside.
import { claims } from '../claims.ts'

export const extensions = claims({
  high: { '': '.log' },
  low: { '': '.out .err .trace .audit' },
})

export const fileNames = claims({
  medium: { '': 'syslog messages dmesg kern.log auth.log access_log error_log maillog catalina.out nohup.out' },
})
