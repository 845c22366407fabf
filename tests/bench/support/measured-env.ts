/** The settings of a measured-server: the address of its services and its data directory. */
export const measuredEnv = (upstream: string, dataDir: string): Readonly<Record<string, string>> => ({
  CRICOS_BASE_URL: `${upstream}/records`,
  CRICOS_USERNAME: 'bench',
  CRICOS_PASSWORD: 'a password of the bench',
  STUDENT_WORKFLOW_URL: `${upstream}/workflow`,
  FILE_WORKFLOW_URL: `${upstream}/files`,
  STUDENT_FLOW_URL: `${upstream}/flow`,
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'info',
  RATE_LIMIT_PER_MINUTE: '1000000',
  APPLICATIONS_PER_CLIENT_DAY: '1000000',
});
