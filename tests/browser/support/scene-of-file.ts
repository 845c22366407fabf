import { afterAll, afterEach, beforeAll } from 'vitest';
import { openScene, type Scene } from './scene.ts';

/** A scene for the tests of a file: opened before the first test, cleared after each. */
export function sceneOfFile(...options: Parameters<typeof openScene>): Scene {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(...options);
  });
  afterEach(() => scene.clear());
  afterAll(() => scene[Symbol.asyncDispose]());
  return new Proxy({} as Scene, { get: (_none, name) => Reflect.get(scene, name) });
}
