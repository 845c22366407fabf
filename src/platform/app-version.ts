/** Put in by the build (vite.config.ts): the release and its commit. */
declare const __APP_VERSION__: string;

/** Which version of the page this is, such as `0.1.0 (0591e95c3a52)`: what somebody names who asks for help. */
export const APP_VERSION: string = __APP_VERSION__;
