/**
 * A glob for addresses of programs that control a machine or a cluster: Docker, etcd, Nomad, WinRM, Kubernetes and its proxy, Vault,
 * Consul, debuggers of Node and Chromium, kubelet.
 */
export const CONTROL_ADDRESSES =
  '(#i)?(*://)+([!/]):@(@(2375|2376|2379|4646|5985|5986|6443|9222|9229|1025[0579])?([/?]*)|8001/api@(s|/v1/@(namespaces|secrets|configmaps|nodes|pods))*|@(8200|8500)/v1*)';

/**
 * Ports of this machine at which data may run code, change who may do what, or delete what is kept: those above, our companion,
 * other debuggers, Jupyter, drivers of browsers, administration of servers, and databases that speak HTTP or plain lines.
 */
export const CONTROL_PORTS: ReadonlySet<number> = new Set([
  ...[
    2375, 2376, 2379, 2380, 4646, 5985, 5986, 6443, 8001, 8200, 8500, 9222, 9223, 9229, 9230, 10250, 10255, 10257,
    10259,
  ],
  ...[4170, 4444, 4445, 5005, 5678, 5858, 6006, 8787, 8888, 8889, 2019, 15672],
  ...[5984, 6333, 7474, 8086, 8123, 8529, 8983, 9200, 9300, 9515, 6379, 6380, 11211, 27017, 22, 25, 111, 631, 2049],
]);
