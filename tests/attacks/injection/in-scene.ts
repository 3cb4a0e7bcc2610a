import { createScene, type Scene } from './scene.ts';
import type { Target } from './target.ts';

/** Uses a scene that is made for it and taken away afterwards. */
export async function inScene<T>({ prepare }: Target, use: (scene: Scene) => Promise<T>): Promise<T> {
  const scene = await createScene(prepare);
  try {
    return await use(scene);
  } finally {
    await scene.close();
  }
}
