#if Server
import GraphView
#endif
