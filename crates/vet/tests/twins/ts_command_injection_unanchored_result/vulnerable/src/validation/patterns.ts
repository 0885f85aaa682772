export const PACKAGE_NAME = /[a-z0-9][a-z0-9._-]*/;
export const VERSION = /^\d+\.\d+\.\d+$/;
