/** Version of the platform, that of the root package.json. It is recorded with the data that it migrates. */
export const platformVersion = '0.1.0';
